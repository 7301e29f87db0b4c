CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    joined INTEGER NOT NULL,
    -- The last position of the player's subject, which whoever appends to it has to name.
    position INTEGER NOT NULL,
    -- The subject of the name he has taken for himself; guests have none.
    own_name TEXT,
    password TEXT
) WITHOUT ROWID;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    device TEXT NOT NULL,
    opened INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of_player ON sessions (player, opened);
CREATE TABLE names (
    subject TEXT PRIMARY KEY,
    -- Nobody once its holder has taken another.
    player TEXT,
    position INTEGER NOT NULL
) WITHOUT ROWID;
