export type { Sms, SmsSettings } from './settings.ts'
export { createSimulatedInbox, type SimulatedInbox } from './simulatedInbox.ts'
export { templateSettings } from './tencentCloud.ts'
