/** Letters that one can do without, by the switch that turns them off. */
export const MAIL_SWITCHES = ['requests', 'invitations', 'comments'] as const
export type MailSwitch = (typeof MAIL_SWITCHES)[number]
export const isMailSwitch = (word: string): word is MailSwitch => MAIL_SWITCHES.some((one) => one === word)
