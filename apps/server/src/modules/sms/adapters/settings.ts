import type { SmsSettings } from '../../../platform/smsSettings.ts'
import type { SmsSender } from '../sender.ts'
import { createHttpHookSender } from './httpHook.ts'
import { createSimulatedInbox, type SimulatedInbox, type SimulatedInboxDeps } from './simulatedInbox.ts'
import { createTencentCloudSender } from './tencentCloud.ts'

export interface Sms {
	sender: SmsSender
	/** The simulated inbox, if no provider is configured. */
	inbox: SimulatedInbox | undefined
}

export function createSms(settings: SmsSettings, parts: SimulatedInboxDeps): Sms {
	switch (settings.sender) {
		case 'hook':
			return { sender: createHttpHookSender(settings, parts.clock), inbox: undefined }
		case 'tencent':
			return { sender: createTencentCloudSender(settings), inbox: undefined }
		case 'simulated': {
			const inbox = createSimulatedInbox(parts)
			return { sender: inbox, inbox }
		}
	}
}
