import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import {
	MeetingEndedIllustration,
	MeetingNotFoundIllustration,
	OfflineIllustration,
} from '../../../ui/art/illustrations.tsx'
import { Button, buttonClass, EmptyState, Page } from '../../../ui/index.ts'
import { useSession } from '../../session/index.ts'
import { canGuestsJoin, useSite } from '../../site/index.ts'
import { endLinkVisit } from '../join/linkVisit.ts'
import { meetingIdPlaceholder } from './joinAddress.ts'

/** Why a link leads to no meeting that can be joined. */
export type LinkOutcome = 'missing' | 'over' | 'unreachable'

const pictures = {
	missing: <MeetingNotFoundIllustration />,
	over: <MeetingEndedIllustration />,
	unreachable: <OfflineIllustration />,
}

const messages = {
	missing: { title: m.link_gone_title, text: m.link_gone_text },
	over: { title: m.link_over_title, text: m.link_over_text },
	unreachable: { title: m.link_unreached_title, text: m.link_unreached_text },
}

export interface LinkResultProps {
	outcome: LinkOutcome
	/** Follows the link again, after a network failure. */
	retry?: { onRetry(): void; isLoading: boolean } | undefined
}

/** The result of a link, with what can be done next: another meeting, the own ones, or the landing (ROUTE-16, ROUTE-17). */
export function LinkResult({ outcome, retry }: LinkResultProps) {
	const { title, text } = messages[outcome]
	return (
		<Page top={44}>
			<EmptyState
				full
				picture={pictures[outcome]}
				title={title()}
				text={text()}
				action={
					<>
						{retry && (
							<Button kind="primary" loading={retry.isLoading && m.link_looking()} onClick={retry.onRetry}>
								{m.link_look_again()}
							</Button>
						)}
						<NextSteps kind={retry ? 'secondary' : 'primary'} />
					</>
				}
			/>
		</Page>
	)
}

function NextSteps({ kind }: { kind: 'primary' | 'secondary' }): ReactNode {
	const isMember = useSession(person => person.kind === 'member')
	const canJoin = useSite(canGuestsJoin)
	if (isMember) {
		return (
			<>
				<Link
					to="/MeetingList/JoinMeeting/$meetingId/$hasPwd"
					params={{ meetingId: meetingIdPlaceholder, hasPwd: 'false' }}
					className={buttonClass({ kind })}
					onClick={endLinkVisit}
				>
					{m.link_other_id()}
				</Link>
				<Link to="/MeetingList" className={buttonClass({ kind: 'quiet' })} onClick={endLinkVisit}>
					{m.link_to_meetings()}
				</Link>
			</>
		)
	}
	return (
		<>
			{canJoin ? (
				<Link to="/joinQuickly" className={buttonClass({ kind })} onClick={endLinkVisit}>
					{m.link_other_id()}
				</Link>
			) : (
				<Link to="/Login" className={buttonClass({ kind })} onClick={endLinkVisit}>
					{m.link_sign_in()}
				</Link>
			)}
			<Link to="/" className={buttonClass({ kind: 'quiet' })} onClick={endLinkVisit}>
				{m.common_to_start()}
			</Link>
		</>
	)
}
