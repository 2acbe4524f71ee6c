"""What is kept about people, why and for how long; their own data, and how they are forgotten."""
