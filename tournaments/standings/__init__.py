"""Who stands where: of an event, of a season, of one player, of pairs and teams."""
