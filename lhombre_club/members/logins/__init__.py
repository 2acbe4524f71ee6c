"""How directors log in and stay so: passwords, the second step, log-ins, devices, and the brake."""
