CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    joined INTEGER NOT NULL,
    -- The last position of the player's subject, which whoever appends to it has to name.
    position INTEGER NOT NULL,
    -- The subject of the name they have taken for themselves; guests have none.
    own_name TEXT,
    -- The position since which they have had a name of their own, whichever.
    named INTEGER,
    password TEXT,
    -- What counts of the name, and what it looks like: names that share either are taken for one another.
    folded TEXT NOT NULL,
    skeleton TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX guests_by_folded ON players (folded) WHERE own_name IS NULL;
CREATE INDEX guests_by_skeleton ON players (skeleton) WHERE own_name IS NULL;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    device TEXT NOT NULL,
    opened INTEGER NOT NULL,
    -- To within a day.
    used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of_player ON sessions (player, opened);
CREATE TABLE names (
    subject TEXT PRIMARY KEY,
    -- Nobody once its holder has taken another.
    player TEXT,
    position INTEGER NOT NULL,
    folded TEXT NOT NULL,
    skeleton TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX names_by_folded ON names (folded) WHERE player IS NOT NULL;
CREATE INDEX names_by_skeleton ON names (skeleton) WHERE player IS NOT NULL;
CREATE INDEX names_by_player ON names (player) WHERE player IS NOT NULL;
-- Players who are deleted, and whether all the log held of them is erased.
CREATE TABLE deletions (
    player TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    named INTEGER,
    is_done INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX open_deletions ON deletions (player) WHERE is_done = 0;
