import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, CalendarDays, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useBridge, useBridgeInfo, useShellScan } from '../../bridge/index.ts'
import { type MeetingLink, Scanner } from '../../features/joining/index.ts'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { Button, buttonClass, toast, useAction } from '../../ui/index.ts'

/** Scanning, the public list and the agreements of the site. */
export function Footer() {
	const { copyright } = useSite()
	return (
		<>
			<Actions publicMeetings={copyright?.publicMeetings === true} />
			{!copyright?.neutral && <AgreementLinks />}
		</>
	)
}

function Actions({ publicMeetings }: { publicMeetings: boolean }) {
	const bridge = useBridge()
	const { present: inShell } = useBridgeInfo()
	return (
		<div className="landing-more">
			<ScanButton />
			{publicMeetings && (
				<Link to="/publicMeeting" className={buttonClass({ kind: 'bare' })}>
					<CalendarDays />
					{m.public_meetings()}
				</Link>
			)}
			{inShell && (
				<Button kind="bare" icon={<ArrowLeftRight />} onClick={() => void bridge.call('switchSite')}>
					{m.link_switch_site()}
				</Button>
			)}
		</div>
	)
}

/** LAND-08 to LAND-10. */
function AgreementLinks() {
	const own = { isSelf: 'true' }
	return (
		<nav className="landing-statements" aria-label={m.link_links()}>
			<Link to="/Protocol" search={own}>
				{m.agreement_protocol()}
			</Link>
			<Link to="/Law" search={own}>
				{m.agreement_law()}
			</Link>
			<Link to="/Privacy" search={own}>
				{m.agreement_privacy()}
			</Link>
		</nav>
	)
}

/** In the app the phone scans (BRG-12), elsewhere this page does; either way a code is followed like a short link. */
function ScanButton() {
	const { present: inShell } = useBridgeInfo()
	const mayJoin = useSite(canGuestsJoin)
	const navigate = useNavigate()
	const [scanner, setScanner] = useState<'never' | 'open' | 'closed'>('never')
	const [follow, isFollowing] = useAction(
		async (code: string | MeetingLink, publicScan?: string) =>
			(await import('./resolveLink.ts')).resolveScannedCode(code, publicScan),
		place => (place ? navigate({ ...place, replace: false }) : toast.show(m.landing_code_unknown(), { tone: 'error' })),
	)
	const scanInShell = useShellScan({
		onScanned: (content, publicScan) => void follow(content, publicScan),
		onUnreadable: () => toast.show(m.scan_unreadable(), { tone: 'error' }),
	})

	return (
		<>
			<Button
				kind="bare"
				icon={<ScanLine />}
				loading={isFollowing && m.link_looking()}
				onClick={() => (inShell ? void scanInShell() : setScanner('open'))}
			>
				{inShell ? m.scan_to_join() : m.scan_here()}
			</Button>
			{scanner !== 'never' && (
				<Scanner
					open={scanner === 'open'}
					onClose={() => setScanner('closed')}
					onFound={link => {
						setScanner('closed')
						void follow(link)
					}}
					onType={() => void navigate(mayJoin ? { to: '/joinQuickly' } : { to: '/Login' })}
				/>
			)}
		</>
	)
}
