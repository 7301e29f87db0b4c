CREATE TABLE open_tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rated INTEGER NOT NULL,
    opened_by TEXT NOT NULL,
    -- What tables opened from the same network share, where it is known.
    origin INTEGER,
    opened INTEGER NOT NULL,
    is_public INTEGER NOT NULL,
    has_begun INTEGER NOT NULL,
    -- When its match began.
    began INTEGER,
    -- As JSON: shown as a whole and never searched.
    settings TEXT NOT NULL,
    sitters TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX open_tables_by_player ON open_tables (opened_by);
CREATE INDEX open_tables_by_origin ON open_tables (origin) WHERE origin IS NOT NULL;
-- Who has ever sat at a table that is for those who are invited; kept when its match is over.
CREATE TABLE guests (
    table_id TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (table_id, player)
) WITHOUT ROWID;
CREATE TABLE sitting (
    player TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (player, table_id)
) WITHOUT ROWID;
