import { formatMeetingId, meetingIdError, parseFlag } from '@parley/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useBridge } from '../../bridge/index.ts'
import { endLinkVisit, isLinkVisit, LinkResult, parseJoinParams } from '../../features/joining/index.ts'
import { useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { AccessDeniedIllustration, EmptyDayIllustration } from '../../ui/art/illustrations.tsx'
import { Button, buttonClass, EmptyState, Page } from '../../ui/index.ts'

export const title = () => m.link_internal_title()

/** /bootLogin/{meetingId}/{publicJoin}/{hasPwd}: an internal meeting, which needs a login (ROUTE-11 to ROUTE-14). */
export function BootLogin() {
	const params = useParams({ from: '/bootLogin/$meetingId/$publicJoin/$hasPwd' })
	const navigate = useNavigate()
	const goBack = useLinkBack()
	const target = parseJoinParams(params)
	const meetingId = target.type === 'given' ? target.meetingId : ''
	const isMember = useSession(person => person.kind === 'member')
	if (target.type === 'given' && meetingIdError(meetingId)) return <LinkResult outcome="missing" />
	if (isMember) return <SignedIn meetingId={meetingId} params={params} onBack={goBack} />

	const goToLogin = () =>
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
				picture={<AccessDeniedIllustration />}
				title={m.link_internal_title()}
				text={meetingId ? m.link_internal_text({ id: formatUnbroken(meetingId) }) : m.link_internal_text_plain()}
				action={
					<>
						<Button kind="primary" onClick={() => void goToLogin()}>
							{m.link_sign_in()}
						</Button>
						<Button kind="quiet" onClick={goBack}>
							{m.link_back()}
						</Button>
					</>
				}
			/>
		</Page>
	)
}

interface SignedInProps {
	meetingId: string
	params: { publicJoin: string; hasPwd: string }
	onBack(): void
}

/** Nothing keeps a member out: the screen leads to where signing in would have led (LOGIN-29, LOGIN-30). */
function SignedIn({ meetingId, params, onBack }: SignedInProps) {
	const primary = buttonClass({ kind: 'primary' })
	const join = parseFlag(params.publicJoin) ? (
		<Link
			to="/MeetingList/JoinMeeting/$meetingId/$hasPwd"
			params={{ meetingId, hasPwd: parseFlag(params.hasPwd) ? 'true' : 'false' }}
			replace
			className={primary}
		>
			{m.joining_title()}
		</Link>
	) : (
		<Link to="/Login/ScanJoin/$meetingId" params={{ meetingId }} replace className={primary}>
			{m.joining_title()}
		</Link>
	)
	return (
		<Page top={44}>
			<EmptyState
				full
				picture={<EmptyDayIllustration />}
				title={m.link_signed_in_title()}
				text={meetingId ? m.link_signed_in_text({ id: formatUnbroken(meetingId) }) : m.link_signed_in_text_plain()}
				action={
					<>
						{meetingId ? (
							join
						) : (
							<Link to="/MeetingList" replace className={primary}>
								{m.link_to_meetings()}
							</Link>
						)}
						<Button kind="quiet" onClick={onBack}>
							{m.link_back()}
						</Button>
					</>
				}
			/>
		</Page>
	)
}

/** With no-break spaces. */
const formatUnbroken = (meetingId: string) => formatMeetingId(meetingId).replaceAll(' ', '\u00a0')

/** In a link visit the shell forgets the link too and the landing follows; otherwise one page back (ROUTE-14, OP-062). */
function useLinkBack(): () => void {
	const bridge = useBridge()
	const navigate = useNavigate()
	const goBackOnePage = useBack('/')
	return () => {
		if (!isLinkVisit()) return goBackOnePage()
		endLinkVisit()
		void bridge.call('cancelShortLink')
		void navigate({ to: '/', replace: true })
	}
}

export { BootLogin as Screen }
