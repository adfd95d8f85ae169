import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, ScanLine } from 'lucide-react'
import { useBridge } from '../../bridge/index.ts'
import { useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Button, toast } from '../../ui/index.ts'
import { meetingInCode } from './scanned.ts'

/** What only the app can do: scan a code, change the site (LAND-11, LAND-12). */
export function ShellActs() {
	const bridge = useBridge()
	const scan = useScan()
	return (
		<div className="landing-shell-acts">
			<Button kind="bare" icon={<ScanLine />} onClick={() => void scan()}>
				{m.landing_scan()}
			</Button>
			<Button kind="bare" icon={<ArrowLeftRight />} onClick={() => void bridge.call('switchSite')}>
				{m.landing_switch_site()}
			</Button>
		</div>
	)
}

/** Lets the shell scan (BRG-12) and goes to the meeting in the code. */
function useScan() {
	const bridge = useBridge()
	const navigate = useNavigate()
	const isMember = useSession(person => person.at === 'member')

	return async () => {
		const scanned = await bridge.call('scan', 'publicScan')
		if (!scanned.ok || scanned.value.content === '') return
		const { content, publicScan } = scanned.value
		// OP-045: the flag is what the shell returns, for the next time somebody comes by here.
		if (publicScan) storage.write('publicScan', publicScan)

		const meetingId = meetingInCode(content)
		if (meetingId === undefined) return void toast.show(m.landing_code_unknown(), { tone: 'error' })
		if (!isMember) return navigate({ to: '/joinQuickly', search: { meetingId } })
		const params = { meetingId, hasPwd: 'false' }
		return navigate({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params })
	}
}
