import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useBridge, useBridgeInfo } from '../../bridge/index.ts'
import {
	type MeetingLink,
	meetingIdPlaceholder,
	parseScannedCode,
	resolveLink,
	Scanner,
} from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'

export interface ScanningProps {
	/** Another tap is another number. */
	tap: number
	onBusy(isBusy: boolean): void
}

/** In the app the phone scans (BRG-12), elsewhere this page does; a code is followed like a short link. */
export function Scanning({ tap, onBusy }: ScanningProps) {
	const bridge = useBridge()
	const { present: inShell } = useBridgeInfo()
	const navigate = useNavigate()
	const [isOpen, setOpen] = useState(false)

	async function follow(link: MeetingLink | undefined, publicScan?: string) {
		if (!link) return void toast.show(m.landing_code_unknown(), { tone: 'error' })
		onBusy(true)
		const place = await resolveLink(link, { publicScan })
		onBusy(false)
		await navigate({ ...place, replace: false })
	}

	const scan = useEffectEvent(async () => {
		if (!inShell) return setOpen(true)
		const scanned = await bridge.call('scan', 'publicScan')
		// OP-045: the flag is what the shell returns.
		if (scanned.ok && scanned.value.content !== '')
			await follow(parseScannedCode(scanned.value.content), scanned.value.publicScan)
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: each tap scans once
	useEffect(() => void scan(), [tap])

	return (
		<Scanner
			open={isOpen}
			onClose={() => setOpen(false)}
			onFound={link => {
				setOpen(false)
				void follow(link)
			}}
			onType={() =>
				void navigate({
					to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
					params: { meetingId: meetingIdPlaceholder, hasPwd: 'false' },
				})
			}
		/>
	)
}
