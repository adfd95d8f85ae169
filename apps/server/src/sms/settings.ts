import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { type HookSettings, httpHook } from './httpHook.ts'
import type { SmsSender } from './sender.ts'
import { type SimulatedInbox, simulatedInbox } from './simulatedInbox.ts'
import { type TencentSettings, tencentCloud } from './tencentCloud.ts'

/** Which sender an installation uses. */
export type SmsSettings =
	| { sender: 'simulated' }
	| ({ sender: 'hook' } & HookSettings)
	| ({ sender: 'tencent' } & TencentSettings)

export interface OpenSms {
	sender: SmsSender
	/** Where messages wait that are delivered to nobody. */
	inbox: SimulatedInbox | undefined
}

export function openSms(settings: SmsSettings, parts: { clock: Clock; log: Log; isDemo: boolean }): OpenSms {
	if (settings.sender === 'hook') return { sender: httpHook(settings, parts.clock), inbox: undefined }
	if (settings.sender === 'tencent') return { sender: tencentCloud(settings), inbox: undefined }
	const inbox = simulatedInbox(parts)
	return { sender: inbox, inbox }
}
