export { createSms, type Sms, type SmsSettings } from './settings.ts'
export { createSimulatedInbox, inboxFile, type SimulatedInbox } from './simulatedInbox.ts'
export { templateSettings } from './tencentCloud.ts'
