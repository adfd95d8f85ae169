import { toast } from '../../ui/index.ts'
import { callEndText } from './callTexts.ts'
import type { CallEnd, IncomingCall } from './incomingCalls.ts'

const toastMs = 5_000

/** Says why a call stopped ringing. If the page is hidden, shows the message when it becomes visible. */
export function announceCallEnd(call: IncomingCall, why: CallEnd): void {
	function say() {
		toast.show(callEndText(call, why), { durationMs: toastMs })
	}
	if (!document.hidden) say()
	// Answered elsewhere: the person knows.
	else if (why !== 'joined' && why !== 'declined') document.addEventListener('visibilitychange', say, { once: true })
}
