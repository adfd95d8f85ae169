export type { Received, SmsLanguage, SmsMessage, SmsSender } from './sender.ts'
export { type OpenSms, openSms, type SmsSettings } from './settings.ts'
export { type SimulatedInbox, simulatedInbox } from './simulatedInbox.ts'
