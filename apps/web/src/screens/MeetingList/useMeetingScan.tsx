import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBridgeInfo, useShellScan } from '../../bridge/index.ts'
import {
	type MeetingLink,
	meetingIdPlaceholder,
	parseScannedCode,
	resolveLink,
	Scanner,
} from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { toast, useAction } from '../../ui/index.ts'

/** Scans a code: with the shell where there is one (BRG-12), else with the page. The code is followed like a short link. */
export function useMeetingScan() {
	const { present: hasShell } = useBridgeInfo()
	const navigate = useNavigate()
	const [isScannerOpen, setScannerOpen] = useState(false)
	const [followLink, isFollowing] = useAction(
		(link: MeetingLink, publicScan?: string) => resolveLink(link, { publicScan }),
		place => navigate({ ...place, replace: false }),
	)

	const follow = (link: MeetingLink | undefined, publicScan?: string) =>
		link ? void followLink(link, publicScan) : toast.show(m.landing_code_unknown(), { tone: 'error' })

	const scanInShell = useShellScan({
		onScanned: (content, publicScan) => follow(parseScannedCode(content), publicScan),
		onUnreadable: () => toast.show(m.scan_unreadable(), { tone: 'error' }),
	})

	const scanner = (
		<Scanner
			open={isScannerOpen}
			onClose={() => setScannerOpen(false)}
			onFound={link => {
				setScannerOpen(false)
				follow(link)
			}}
			onType={() =>
				void navigate({
					to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
					params: { meetingId: meetingIdPlaceholder, hasPwd: 'false' },
				})
			}
		/>
	)
	return { isFollowing, start: () => (hasShell ? void scanInShell() : setScannerOpen(true)), scanner }
}
