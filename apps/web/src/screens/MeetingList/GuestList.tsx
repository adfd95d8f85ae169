import { Link } from '@tanstack/react-router'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { EmptyDayIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState, Page } from '../../ui/index.ts'

/** A guest has no list: they are offered to sign in, or to join a meeting where the site lets them (LIST-07, LAND-07). */
export function GuestList() {
	const canJoin = useSite(canGuestsJoin)
	return (
		<Page top={44}>
			<EmptyState
				full
				picture={<EmptyDayIllustration />}
				title={m.meeting_guest_title()}
				text={canJoin ? m.meeting_guest_text() : m.meeting_guest_text_strict()}
				action={
					<>
						<Link to="/Login" className={buttonClass({ kind: 'primary', size: 'large', block: true })}>
							{m.meeting_sign_in()}
						</Link>
						{canJoin && (
							<Link to="/joinQuickly" className={buttonClass({ kind: 'quiet', block: true })}>
								{m.joining_title()}
							</Link>
						)}
					</>
				}
			/>
		</Page>
	)
}
