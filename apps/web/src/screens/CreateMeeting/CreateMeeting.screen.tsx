import { canSchedule, personalEdition } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { toMeetingReader, useNow } from '../../features/meeting/index.ts'
import { RequireMember } from '../../features/personal/index.ts'
import {
	type Draft,
	DraftForm,
	isDraftKeptAt,
	parseEditSearch,
	personToHost,
	SchedulingPage,
	shouldShowNoGuestsNotice,
	useCreateMeeting,
	useOpenDraftPicker,
	useSchedulingSettings,
} from '../../features/scheduling/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { siteZone, useSite } from '../../features/site/index.ts'
import { useLeaveQuestion } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { AccessDeniedIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, lazyComponent, toast } from '../../ui/index.ts'

export const title = () => m.scheduling_title()

const AlertDialog = lazyComponent(async () => (await import('../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

/** /MeetingList/CreateMeeting: schedules a one-off or recurring meeting. */
export function CreateMeeting() {
	const back = useBack('/MeetingList')
	return (
		<RequireMember title={m.scheduling_title()} text={m.scheduling_guest_text()} onBack={back}>
			{person =>
				canSchedule(toMeetingReader(person)) ? (
					<CreateMeetingForm person={person} back={back} />
				) : (
					<SchedulingNotAllowed onBack={back} />
				)
			}
		</RequireMember>
	)
}

/** LIST-10: for scanners, who cannot schedule. */
function SchedulingNotAllowed({ onBack }: { onBack(): void }) {
	return (
		<SchedulingPage title={m.scheduling_title()} onBack={onBack}>
			<EmptyState
				picture={<AccessDeniedIllustration />}
				title={m.scheduling_scanner_title()}
				text={m.scheduling_fail_notAllowed()}
				action={<Button onClick={onBack}>{m.common_back()}</Button>}
			/>
		</SchedulingPage>
	)
}

function CreateMeetingForm({ person, back }: { person: MemberSession; back(): void }) {
	const navigate = useNavigate()
	const formId = useId()
	const now = useNow()
	const site = useSchedulingSettings()
	const isOa = useSite(({ info }) => info?.isOa) ?? site?.isOa ?? false
	const isPersonal = person.company?.type === personalEdition
	// Sent once the notice has been read (CREATE-23).
	const [heldDraft, setHeldDraft] = useState<Draft>()
	const openPicker = useOpenDraftPicker('create', isOa)
	const { start_time, duration, week } = useSearch({ from: '/MeetingList/CreateMeeting' })
	const chosen = parseEditSearch({ start_time, duration })
	const handlers = {
		onScheduled(meetingId: string) {
			leaving.allow()
			toast.show(m.scheduling_done(), { tone: 'ok' })
			void navigate({ to: '/detail/$meetingId', params: { meetingId }, search: { week }, replace: true })
		},
		onLogin: () => void navigate({ to: '/Login', replace: true }),
	}
	const { draftForm, isSending, requiresAttendees, send } = useCreateMeeting(site, !isPersonal, handlers, chosen)

	const leaving = useLeaveQuestion({
		isChanged: draftForm.isChanged,
		onBack: back,
		text: m.scheduling_discard(),
		isKeptAt: to => isDraftKeptAt('create', to),
		isKeptByReload: true,
	})

	function submit(draft: Draft) {
		shouldShowNoGuestsNotice(site, { isPersonal }) ? setHeldDraft(draft) : void send(draft)
	}

	return (
		<SchedulingPage
			title={m.scheduling_title()}
			onBack={leaving.onBack}
			submit={{ label: m.scheduling_submit(), form: formId, busy: isSending && m.scheduling_submitting() }}
		>
			<DraftForm
				id={formId}
				kind="new"
				draftForm={draftForm}
				now={now}
				zone={siteZone()}
				defaultHost={personToHost(person)}
				canChoosePeople={!isPersonal}
				requiresAttendees={requiresAttendees}
				hasLives={site?.live ?? false}
				restoredText={m.scheduling_restored()}
				onOpenPicker={openPicker}
				onSubmit={submit}
			/>
			{leaving.question}
			{heldDraft && (
				<AlertDialog
					open
					onClose={() => setHeldDraft(undefined)}
					title={m.scheduling_no_guests_title()}
					text={m['no-allow-tips']()}
					confirm={{
						label: m.scheduling_no_guests_confirm(),
						onConfirm() {
							setHeldDraft(undefined)
							void send(heldDraft)
						},
					}}
					cancel={{ label: m.common_cancel() }}
				/>
			)}
		</SchedulingPage>
	)
}

export { CreateMeeting as Screen }
