import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useReturnToDraft } from '../../app/draftNavigation.ts'
import { MembersOnly } from '../../features/personal/index.ts'
import {
	type DraftOf,
	draftFrom,
	keepRecurrence,
	RecurrencePicker,
	startFor,
	useDraftStay,
	useRecurrenceChoice,
} from '../../features/scheduling/index.ts'
import { serverNow } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { Button, Page } from '../../ui/index.ts'

/** /frequency: how a room comes back (REC-01 to REC-05). */
export function Frequency() {
	const from = draftFrom(useSearch({ from: '/frequency' }).from)
	const back = useReturnToDraft(from)
	return (
		<MembersOnly title={m.scheduling_frequency_title()} text={m.scheduling_guest_text()} onBack={back}>
			{() => <Choosing from={from} back={back} />}
		</MembersOnly>
	)
}

function Choosing({ from, back }: { from: DraftOf; back(): void }) {
	useDraftStay(from)
	const [recurrence, choose] = useRecurrenceChoice(from)
	const [start] = useState(() => startFor(from, serverNow()))

	function confirm() {
		keepRecurrence(from, recurrence)
		back()
	}

	return (
		<Page
			title={m.scheduling_frequency_title()}
			top={44}
			back={{ label: m.common_back(), onBack: back }}
			bottom={
				<Button kind="primary" size="large" block onClick={confirm}>
					{m.scheduling_frequency_done()}
				</Button>
			}
		>
			<RecurrencePicker recurrence={recurrence} {...start} onChange={choose} />
		</Page>
	)
}
