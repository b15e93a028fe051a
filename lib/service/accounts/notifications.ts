/** What happened to somebody: the bell, and the letters that tell it. People, section 10. */
export {
  listNotifications,
  mailsOf,
  NOTIFICATION_DAYS,
  NOTIFICATION_KINDS,
  type Notification,
  readNotifications,
  unreadNotifications,
} from '#lib/activity/notifications.ts'
