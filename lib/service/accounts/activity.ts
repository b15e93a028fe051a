/** The account's log: what each door enters, and what people read of it. */
export { ACCOUNT_ACTIONS } from '#lib/accounts/account-event.ts'
export { type Activity, type ActivityFilter, actionsIn, listActivity } from '#lib/activity/account-log.ts'
export { activityTable } from '#lib/activity/activity-table.ts'
export { RESULTS, record, recordCall, type ToolResult } from '#lib/activity/audit.ts'
