import { formatMeetingId, parseFlag } from '@parley/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useBack } from '../../app/navigation/useBack.ts'
import { useBridge } from '../../bridge/index.ts'
import { endLinkVisit, isLinkVisit, parseJoinParams } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { AccessDeniedIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, Page } from '../../ui/index.ts'

export const title = () => m.link_internal_title()

/** /bootLogin/{meetingId}/{publicJoin}/{hasPwd}: an internal meeting, which needs a login (ROUTE-11 to ROUTE-14). */
export function BootLogin() {
	const params = useParams({ from: '/bootLogin/$meetingId/$publicJoin/$hasPwd' })
	const navigate = useNavigate()
	const goBack = useLinkBack()
	const target = parseJoinParams(params)
	const meetingId = target.type === 'given' ? target.meetingId : ''

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
