import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { CutCable, MeetingEnded, MeetingMissing } from '../../../ui/drawings.ts'
import { Button, buttonClass, EmptyState, Page } from '../../../ui/index.ts'
import { useSession } from '../../session/index.ts'
import { canGuestsJoin, useSite } from '../../site/index.ts'
import { endLinkVisit } from '../linkFlag.ts'
import { meetingIdPlaceholder } from '../screen/joinAddress.ts'

/** What became of a link that leads to no meeting one could join. */
export type LinkOutcome = 'missing' | 'over' | 'unreached'

const pictures = { missing: <MeetingMissing />, over: <MeetingEnded />, unreached: <CutCable /> }

const words = {
	missing: { title: m.entry_gone_title, text: m.entry_gone_text },
	over: { title: m.entry_over_title, text: m.entry_over_text },
	unreached: { title: m.entry_unreached_title, text: m.entry_unreached_text },
}

export interface LinkResultProps {
	outcome: LinkOutcome
	/** Looks once more; where a silent network was the matter. */
	again?: { onAgain(): void; isLooking: boolean } | undefined
}

/** The end of a link, and the ways on from it: another meeting, one's own, or the start (ROUTE-16, ROUTE-17). */
export function LinkResult({ outcome, again }: LinkResultProps) {
	const { title, text } = words[outcome]
	return (
		<Page top={44}>
			<EmptyState
				full
				picture={pictures[outcome]}
				title={title()}
				text={text()}
				action={
					<>
						{again && (
							<Button kind="primary" loading={again.isLooking && m.entry_looking()} onClick={again.onAgain}>
								{m.entry_look_again()}
							</Button>
						)}
						<NextSteps kind={again ? 'secondary' : 'primary'} />
					</>
				}
			/>
		</Page>
	)
}

function NextSteps({ kind }: { kind: 'primary' | 'secondary' }): ReactNode {
	const isMember = useSession(person => person.kind === 'member')
	const mayJoin = useSite(canGuestsJoin)
	if (isMember) {
		return (
			<>
				<Link
					to="/MeetingList/JoinMeeting/$meetingId/$hasPwd"
					params={{ meetingId: meetingIdPlaceholder, hasPwd: 'false' }}
					className={buttonClass({ kind })}
					onClick={endLinkVisit}
				>
					{m.entry_other_id()}
				</Link>
				<Link to="/MeetingList" className={buttonClass({ kind: 'quiet' })} onClick={endLinkVisit}>
					{m.entry_to_meetings()}
				</Link>
			</>
		)
	}
	return (
		<>
			{mayJoin ? (
				<Link to="/joinQuickly" className={buttonClass({ kind })} onClick={endLinkVisit}>
					{m.entry_other_id()}
				</Link>
			) : (
				<Link to="/Login" className={buttonClass({ kind })} onClick={endLinkVisit}>
					{m.entry_sign_in()}
				</Link>
			)}
			<Link to="/" className={buttonClass({ kind: 'quiet' })} onClick={endLinkVisit}>
				{m.entry_to_start()}
			</Link>
		</>
	)
}
