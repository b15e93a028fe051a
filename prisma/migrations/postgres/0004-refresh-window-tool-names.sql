-- How often a refresh token was shown again in the moments after its first use.
ALTER TABLE "OAuthToken" ADD COLUMN "again" INTEGER NOT NULL DEFAULT 0;

-- How tool names are spelt to the key's programs: dotted, underscore, or null for the default.
ALTER TABLE "ApiKey" ADD COLUMN "toolNameStyle" TEXT;
