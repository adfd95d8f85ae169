export type { ReceivedSms, SmsMessage, SmsSender } from './sender.ts'
export { createSms, type Sms, type SmsSettings } from './settings.ts'
export { createSimulatedInbox, type SimulatedInbox } from './simulatedInbox.ts'
