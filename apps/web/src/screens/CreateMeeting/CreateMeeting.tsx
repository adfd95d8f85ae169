import { personalEdition } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { useBack } from '../../app/useBack.ts'
import {
	CreateForm,
	type Draft,
	mustBeTold,
	useDraft,
	useNow,
	useSchedule,
	useSiteManage,
} from '../../features/meeting/index.ts'
import { useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Button, Page, toast } from '../../ui/index.ts'

const AlertDialog = lazy(async () => ({ default: (await import('../../ui/dialog.ts')).AlertDialog }))

/** /MeetingList/CreateMeeting: schedules a one-off meeting. */
export function CreateMeeting() {
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	const formId = useId()
	const now = useNow()
	const site = useSiteManage()
	const person = useSession()
	const form = useDraft(site)
	// What waits for the notice to be read (CREATE-23).
	const [held, setHeld] = useState<Draft>()
	const { isSending, send } = useSchedule(form, {
		onScheduled(meetingId) {
			toast.show(m.meeting_create_done(), { tone: 'ok' })
			void navigate({ to: '/detail/$meetingId', params: { meetingId }, replace: true })
		},
		onLogin: () => void navigate({ to: '/Login' }),
	})
	const isPersonal = person.at === 'member' && person.company?.type === personalEdition

	function submit(draft: Draft) {
		mustBeTold(site, { isPersonal }) ? setHeld(draft) : void send(draft)
	}

	return (
		<Page
			title={m.meeting_create_title()}
			top={44}
			back={{ label: m.common_back(), onBack: back }}
			bottom={
				<Button
					kind="primary"
					size="large"
					block
					type="submit"
					form={formId}
					loading={isSending && m.meeting_create_submitting()}
				>
					{m.meeting_create_submit()}
				</Button>
			}
		>
			<CreateForm id={formId} form={form} now={now} onSubmit={submit} />
			{held && (
				<Suspense>
					<AlertDialog
						open
						onClose={() => setHeld(undefined)}
						title={m.meeting_create_told_title()}
						text={m['no-allow-tips']()}
						confirm={{
							label: m.meeting_create_told_confirm(),
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
