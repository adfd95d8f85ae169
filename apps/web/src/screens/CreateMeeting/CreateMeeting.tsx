import { defaults, personalEdition } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useOpenDraftPicker } from '../../app/draftNavigation.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import { canSchedule, toViewer, useNow } from '../../features/meeting/index.ts'
import { type Member, MembersOnly } from '../../features/personal/index.ts'
import {
	BackBanner,
	type Draft,
	DraftForm,
	mustBeTold,
	selfOf,
	useCreating,
	useSiteManage,
} from '../../features/scheduling/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { LockedDoor } from '../../ui/drawings.ts'
import { Button, EmptyState, lazyComponent, Page, toast } from '../../ui/index.ts'

const AlertDialog = lazyComponent(async () => (await import('../../ui/dialog.ts')).AlertDialog, { overlay: true })

/** /MeetingList/CreateMeeting: schedules a meeting, or a room that comes back. */
export function CreateMeeting() {
	const back = useBack('/MeetingList')
	return (
		<MembersOnly title={m.scheduling_title()} text={m.scheduling_guest_text()} onBack={back}>
			{person =>
				canSchedule(toViewer(person)) ? <Scheduler person={person} back={back} /> : <Refused onBack={back} />
			}
		</MembersOnly>
	)
}

/** LIST-10: whoever may only scan is told before anything is written. */
function Refused({ onBack }: { onBack(): void }) {
	return (
		<Page title={m.scheduling_title()} top={44} back={{ label: m.common_back(), onBack }}>
			<EmptyState
				picture={<LockedDoor />}
				title={m.scheduling_scanner_title()}
				text={m.scheduling_fail_notAllowed()}
				action={<Button onClick={onBack}>{m.common_back()}</Button>}
			/>
		</Page>
	)
}

function Scheduler({ person, back }: { person: Member; back(): void }) {
	const navigate = useNavigate()
	const formId = useId()
	const now = useNow()
	const site = useSiteManage()
	const isOa = useSite(({ info }) => info?.isOa) ?? site?.isOa ?? false
	const isPersonal = person.company?.type === personalEdition
	// What waits for the notice to be read (CREATE-23).
	const [held, setHeld] = useState<Draft>()
	const visit = useOpenDraftPicker('create', isOa)
	const { atHand, isSending, needsAttendees, send } = useCreating(site, !isPersonal, {
		onScheduled(meetingId) {
			toast.show(m.scheduling_done(), { tone: 'ok' })
			void navigate({ to: '/detail/$meetingId', params: { meetingId }, replace: true })
		},
		onLogin: () => void navigate({ to: '/Login', replace: true }),
	})

	function submit(draft: Draft) {
		mustBeTold(site, { isPersonal }) ? setHeld(draft) : void send(draft)
	}

	return (
		<Page
			title={m.scheduling_title()}
			top={44}
			back={{ label: m.common_back(), onBack: back }}
			bottom={
				<Button
					kind="primary"
					size="large"
					block
					type="submit"
					form={formId}
					loading={isSending && m.scheduling_submitting()}
				>
					{m.scheduling_submit()}
				</Button>
			}
		>
			<BackBanner atHand={atHand} text={m.scheduling_back()} />
			<DraftForm
				id={formId}
				kind="new"
				atHand={atHand}
				now={now}
				timeZone={defaults.timeZoneHours}
				self={selfOf(person)}
				offersPeople={!isPersonal}
				needsAttendees={needsAttendees}
				onVisit={visit}
				onSubmit={submit}
			/>
			{held && (
				<AlertDialog
					open
					onClose={() => setHeld(undefined)}
					title={m.scheduling_told_title()}
					text={m['no-allow-tips']()}
					confirm={{
						label: m.scheduling_told_confirm(),
						onConfirm() {
							setHeld(undefined)
							void send(held)
						},
					}}
					cancel={{ label: m.common_cancel() }}
				/>
			)}
		</Page>
	)
}
