-- The log of an account: beside what was called through MCP, what happened to the account itself. The user leads its key.
ALTER TABLE "AuditEntry" RENAME COLUMN "tool" TO "action";
ALTER TABLE "AuditEntry" RENAME COLUMN "input" TO "detail";
ALTER TABLE "AuditEntry" ADD COLUMN "via" TEXT NOT NULL DEFAULT 'mcp';
ALTER TABLE "AuditEntry" ALTER COLUMN "via" DROP DEFAULT;
ALTER TABLE "AuditEntry" ALTER COLUMN "durationMs" DROP NOT NULL;
ALTER TABLE "AuditEntry" DROP CONSTRAINT "AuditEntry_pkey";
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("userId", "id");
