import { personalEdition } from '@parley/api'
import { defaults } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { useBack } from '../../app/useBack.ts'
import { useVisit } from '../../app/useVisit.ts'
import { useNow } from '../../features/meeting/index.ts'
import {
	type Draft,
	DraftForm,
	mustBeTold,
	selfOf,
	useCreating,
	useSiteManage,
} from '../../features/scheduling/index.ts'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { Button, Page, toast } from '../../ui/index.ts'

const AlertDialog = lazy(async () => ({ default: (await import('../../ui/dialog.ts')).AlertDialog }))

/** /MeetingList/CreateMeeting: schedules a meeting, or a room that comes back. */
export function CreateMeeting() {
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	const formId = useId()
	const now = useNow()
	const site = useSiteManage()
	const isOa = useSite(({ info }) => info?.isOa) ?? site?.isOa ?? false
	const person = useSession()
	const isPersonal = person.at === 'member' && person.company?.type === personalEdition
	// What waits for the notice to be read (CREATE-23).
	const [held, setHeld] = useState<Draft>()
	const visit = useVisit('create', isOa)
	const { atHand, isSending, needsAttendees, send } = useCreating(site, !isPersonal, {
		onScheduled(meetingId) {
			toast.show(m.scheduling_done(), { tone: 'ok' })
			void navigate({ to: '/detail/$meetingId', params: { meetingId }, replace: true })
		},
		onLogin: () => void navigate({ to: '/Login' }),
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
				<Suspense>
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
				</Suspense>
			)}
		</Page>
	)
}
