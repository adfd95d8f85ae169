import { formatMeetingId, parseFlag } from '@parley/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useBack } from '../../app/navigation/useBack.ts'
import { useBridge } from '../../bridge/index.ts'
import { endLinkVisit, isLinkVisit, parseJoinParams } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { LockedDoor } from '../../ui/drawings.ts'
import { Button, EmptyState, Page } from '../../ui/index.ts'

export const title = () => m.entry_internal_title()

/** /bootLogin/{meetingId}/{publicJoin}/{hasPwd}: the meeting is internal, and what to do about it (ROUTE-11 to ROUTE-14). */
export function BootLogin() {
	const params = useParams({ from: '/bootLogin/$meetingId/$publicJoin/$hasPwd' })
	const navigate = useNavigate()
	const back = useBackOfLink()
	const entry = parseJoinParams(params)
	const meetingId = entry.id === 'given' ? entry.meetingId : ''

	const toLogin = () =>
		navigate({
			to: '/Login',
			search: {
				meetingId,
				publicJoin: parseFlag(params.publicJoin) ? 'true' : 'false',
				hasPwd: parseFlag(params.hasPwd) ? 'true' : 'false',
				needLogin: 'true',
				isShortLogin: 'true',
			},
		})

	return (
		<Page top={44}>
			<EmptyState
				full
				picture={<LockedDoor />}
				title={m.entry_internal_title()}
				text={meetingId ? m.entry_internal_text({ id: inOnePiece(meetingId) }) : m.entry_internal_text_plain()}
				action={
					<>
						<Button kind="primary" onClick={() => void toLogin()}>
							{m.entry_sign_in()}
						</Button>
						<Button kind="quiet" onClick={back}>
							{m.entry_back()}
						</Button>
					</>
				}
			/>
		</Page>
	)
}

/** No line ends within it. */
const inOnePiece = (meetingId: string) => formatMeetingId(meetingId).replaceAll(' ', '\u00a0')

/** Off a link: the phone forgets it too, and the start follows. Otherwise one page back (ROUTE-14, OP-062). */
function useBackOfLink(): () => void {
	const bridge = useBridge()
	const navigate = useNavigate()
	const onePage = useBack('/')
	return () => {
		if (!isLinkVisit()) return onePage()
		endLinkVisit()
		void bridge.call('cancelShortLink')
		void navigate({ to: '/', replace: true })
	}
}

export { BootLogin as Screen }
