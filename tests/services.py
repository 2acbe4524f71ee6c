"""PostgreSQL and Redis on this machine, where they answer."""

import os
from dataclasses import dataclass, field

import psycopg
import redis

# Databases 8 to 15 of a Redis server are left alone by most; the suite empties what it uses.
DATABASE = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379"
SECONDS = 2


@dataclass(frozen=True)
class Services:
    """The environment for a run on both services, or a sentence for each that is missing."""

    variables: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def _postgresql(url: str) -> str:
    try:
        psycopg.connect(url, connect_timeout=SECONDS).close()
    except psycopg.Error as error:
        reason = str(error).strip().splitlines()[0]
        return f"tests on PostgreSQL: none answers at TEST_DATABASE_URL ({reason})"
    return ""


def _redis(url: str) -> str:
    try:
        redis.Redis.from_url(
            url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None
        ).ping()
    except redis.RedisError as error:
        return f"tests on Redis: none answers at TEST_REDIS_URL ({error})"
    return ""


def environment() -> Services:
    """Ask both services; the suite runs on them only together."""
    database = os.environ.get("TEST_DATABASE_URL", DATABASE)
    server = os.environ.get("TEST_REDIS_URL", REDIS).rstrip("/")
    missing = tuple(sentence for sentence in (_postgresql(database), _redis(server)) if sentence)
    if missing:
        return Services(missing=missing)
    return Services(
        variables={
            "DATABASE_URL": database,
            "CELERY_BROKER_URL": f"{server}/9",
            "CACHE_URL": server.replace("redis://", "rediscache://", 1) + "/8",
        }
    )
