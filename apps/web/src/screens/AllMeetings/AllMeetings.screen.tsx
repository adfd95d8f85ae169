import { useNavigate } from '@tanstack/react-router'
import { canListCompanyMeetings, DayView, toMeetingReader } from '../../features/meeting/index.ts'
import { RequireMember } from '../../features/personal/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { useMeetingActions } from '../../navigation/useMeetingActions.ts'
import { AccessDeniedIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, Page } from '../../ui/index.ts'

export const title = () => m.meeting_all_title()

/** /allMeetings: every meeting of the company, day by day, for people who see all of them (ROUTE-24). */
export function AllMeetings() {
	const back = useBack('/MeetingList')
	return (
		<RequireMember title={m.meeting_all_title()} text={m.meeting_all_login_text()} onBack={back}>
			{person => <CompanyMeetings person={person} onBack={back} />}
		</RequireMember>
	)
}

function CompanyMeetings({ person, onBack }: { person: MemberSession; onBack(): void }) {
	const navigate = useNavigate()
	const reader = toMeetingReader(person)
	const actions = useMeetingActions(reader)
	const isEnabled = useSite(site => site.copyright?.publicMeetings)
	const back = { label: m.common_back(), onBack }

	if (!canListCompanyMeetings(reader, isEnabled)) {
		return (
			<Page title={m.meeting_all_title()} top={44} back={back}>
				<EmptyState
					picture={<AccessDeniedIllustration />}
					title={isEnabled ? m.meeting_all_closed_title() : m.meeting_all_off_title()}
					text={isEnabled ? m.meeting_all_closed_text() : m.meeting_all_off_text()}
					action={
						<Button kind="primary" onClick={() => void navigate({ to: '/MeetingList' })}>
							{m.common_to_list()}
						</Button>
					}
				/>
			</Page>
		)
	}
	return (
		<Page title={m.meeting_all_title()} top={44} back={back}>
			<DayView
				scope="company"
				userId={person.user.id}
				companyId={person.company?.companyId}
				reader={reader}
				actions={actions}
			/>
		</Page>
	)
}

export { AllMeetings as Screen }
