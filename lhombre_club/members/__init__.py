"""People: who they are, which clubs they belong to, who may do what, who is here tonight."""
