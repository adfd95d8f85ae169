import type { Meeting } from '@parley/api'
import { useState } from 'react'
import { useBridge } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { copyText, toast } from '../../../ui/index.ts'
import { hostDisplayName, type Viewer } from '../permissions.ts'
import type { ShareResult } from './shareMeeting.ts'

/** Shares meetings, one at a time, and says what nobody would see otherwise. */
export function useShareMeeting(viewer: Viewer) {
	const bridge = useBridge()
	const [isSharing, setSharing] = useState(false)

	async function share(meeting: Meeting) {
		setSharing(true)
		say(await shared(meeting))
		setSharing(false)
	}

	/** How a meeting is shared comes with the first that is; without a network it may not. */
	async function shared(meeting: Meeting): Promise<ShareResult | 'unreachable'> {
		const parts = await import('./shareMeeting.ts').catch(() => undefined)
		if (!parts) return 'unreachable'
		return await parts.shareMeeting(meeting, hostDisplayName(meeting, viewer), {
			call: bridge.call,
			share: navigator.share?.bind(navigator),
			copy: copyText,
		})
	}

	return { isSharing, share: (meeting: Meeting) => void share(meeting) }
}

function say(shared: ShareResult | 'unreachable') {
	if (shared === 'copied') toast.show(m.meeting_invite_copied(), { tone: 'ok' })
	if (shared === 'failed') toast.show(m.meeting_copy_failed(), { tone: 'error' })
	if (shared === 'unreachable') toast.show(m.net_timeout(), { tone: 'error' })
}
