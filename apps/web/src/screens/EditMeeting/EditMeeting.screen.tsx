import { type MeetingPassword, personalEdition } from '@parley/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useNow } from '../../features/meeting/index.ts'
import { RequireMember } from '../../features/personal/index.ts'
import {
	DraftForm,
	DraftSkeleton,
	isDraftKeptAt,
	meetingPasswordMinOf,
	personToHost,
	pickEditSearch,
	SchedulingPage,
	useEditMeeting,
	useOpenDraftPicker,
	useSchedulingSettings,
} from '../../features/scheduling/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { useLeaveQuestion } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { OfflineIllustration, ServerUnavailableIllustration } from '../../ui/art/illustrations.tsx'
import { Banner, ErrorPanel, toast } from '../../ui/index.ts'
import styles from './EditMeeting.module.css'

export const title = () => m.scheduling_edit_title()

/** /MeetingList/EditMeeting: changes a meeting; its query has what the list knows of it (ROUTE-39). */
export function EditMeeting() {
	const back = useBack('/MeetingList')
	return (
		<RequireMember title={m.scheduling_edit_title()} text={m.scheduling_guest_text()} onBack={back}>
			{person => <EditMeetingForm person={person} back={back} />}
		</RequireMember>
	)
}

function EditMeetingForm({ person, back }: { person: MemberSession; back(): void }) {
	const navigate = useNavigate()
	const query = useSearch({ from: '/MeetingList/EditMeeting' })
	const [search] = useState(() => pickEditSearch(query))
	const formId = useId()
	const now = useNow()
	const site = useSchedulingSettings()
	const canChoosePeople = person.company?.type !== personalEdition
	const { draftForm, state, isSending, zone, requiresAttendees, retry, send } = useEditMeeting(
		{
			search,
			canChoosePeople,
			inviteesNeeded: site?.inviteesNeeded ?? false,
			meetingPasswordMin: meetingPasswordMinOf(site),
		},
		{
			onSaved() {
				leaving.allow()
				toast.show(m.scheduling_edit_done(), { tone: 'ok' })
				back()
			},
			onRejected(message) {
				leaving.allow()
				toast.show(message, { tone: 'error' })
				back()
			},
			onLogin: () => void navigate({ to: '/Login', replace: true }),
		},
	)
	const leaving = useLeaveQuestion({
		isChanged: draftForm.isChanged,
		onBack: back,
		text: m.scheduling_edit_discard(),
		isKeptAt: to => isDraftKeptAt('edit', to),
		isKeptByReload: true,
	})
	const isReady = state.status === 'ready'
	const attendeesOnly = isReady && state.attendeesOnly
	const isOa = useSite(({ info }) => info?.isOa) ?? false
	const openPicker = useOpenDraftPicker('edit', isReady ? state.meeting.isOa : isOa)
	useStartAtPassword(draftForm.form.setFocus, isReady && !attendeesOnly)
	const isShown = isReady || (state.status === 'loading' && state.isFormShown)

	const submit = {
		label: m.scheduling_edit_submit(),
		form: formId,
		isReady,
		busy: isSending && m.scheduling_edit_submitting(),
	}

	return (
		<SchedulingPage title={m.scheduling_edit_title()} onBack={leaving.onBack} submit={isShown ? submit : undefined}>
			{leaving.question}
			{attendeesOnly && (
				<Banner tone="info" className={styles.fixed}>
					{m.scheduling_edit_fixed()}
				</Banner>
			)}
			{isShown && (
				<DraftForm
					id={formId}
					kind="existing"
					draftForm={draftForm}
					now={now}
					zone={zone}
					defaultHost={personToHost(person)}
					canChoosePeople={canChoosePeople}
					requiresAttendees={requiresAttendees}
					hasLives={site?.live ?? false}
					attendeesOnly={attendeesOnly}
					isLoading={!isReady}
					restoredText={m.scheduling_edit_restored()}
					onOpenPicker={openPicker}
					onSubmit={draft => void send(draft)}
				/>
			)}
			{state.status === 'loading' && !state.isFormShown && <DraftSkeleton />}
			{state.status === 'failed' && <Failed isUnreachable={state.isUnreachable} onRetry={retry} />}
		</SchedulingPage>
	)
}

const passwordNames = { meeting: 'password', host: 'hostPassword', live: 'livePassword' } as const
type PasswordName = (typeof passwordNames)[MeetingPassword]

/** A person who comes to change a password starts at its field, which is below the fold. */
function useStartAtPassword(setFocus: (name: PasswordName) => void, canBeChanged: boolean) {
	const wanted = useLocation({ select: ({ state }) => state.startsAtPassword })
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field can be changed
	useEffect(() => {
		if (!wanted || !canBeChanged) return
		setFocus(passwordNames[wanted])
		// After the form has focused it, in a task of its own; focus alone may leave it under the button that saves.
		const timer = setTimeout(() => document.activeElement?.scrollIntoView({ block: 'center' }))
		return () => clearTimeout(timer)
	}, [wanted, canBeChanged])
}

function Failed({ isUnreachable, onRetry }: { isUnreachable: boolean; onRetry(): void }) {
	return (
		<ErrorPanel
			picture={isUnreachable ? <OfflineIllustration /> : <ServerUnavailableIllustration />}
			title={isUnreachable ? m.meeting_unreachable_title() : m.scheduling_edit_broken()}
			text={isUnreachable ? m.meeting_unreachable_text() : m.scheduling_edit_broken_text()}
			retry={{ label: m.meeting_retry(), onRetry }}
		/>
	)
}

export { EditMeeting as Screen }
