import { m } from '../../locales/index.ts'
import type { CallEnd, IncomingCall } from './incomingCalls.ts'

/** The name of the caller; an account without a name is somebody. */
export const callingName = ({ from }: Pick<IncomingCall, 'from'>): string => from.name || m.calling_somebody()

const endTexts: Record<CallEnd, (about: { name: string; topic: string }) => string> = {
	missed: m.calling_missed,
	over: m.calling_over,
	joined: ({ topic }) => m.calling_joined({ topic }),
	declined: ({ topic }) => m.calling_declined({ topic }),
}

/** The text for a call that ended without an answer on this page. */
export const callEndText = (call: IncomingCall, why: CallEnd): string =>
	endTexts[why]({ name: callingName(call), topic: call.topic })
