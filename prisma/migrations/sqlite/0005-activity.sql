-- The log of an account: beside what was called through MCP, what happened to the account itself. The user leads its key.
CREATE TABLE "AuditEntry_new" (
    "userId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "via" TEXT NOT NULL,
    "clientId" TEXT,
    "clientName" TEXT,
    "scopes" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "modelId" TEXT,
    "result" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "durationMs" INTEGER,

    PRIMARY KEY ("userId", "id")
);
INSERT INTO "AuditEntry_new"
    SELECT "userId", "id", "at", 'mcp', "clientId", "clientName", "scopes", "tool", "modelId", "result", "input", "durationMs"
    FROM "AuditEntry";
DROP TABLE "AuditEntry";
ALTER TABLE "AuditEntry_new" RENAME TO "AuditEntry";
CREATE INDEX "AuditEntry_userId_at_idx" ON "AuditEntry"("userId", "at");
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at");
