import { Link } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import { EmptyDayIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState, Page } from '../../ui/index.ts'

/** A guest has no list: they are offered to sign in, or to join a meeting (LIST-07). */
export function GuestList() {
	return (
		<Page top={44}>
			<EmptyState
				full
				picture={<EmptyDayIllustration />}
				title={m.meeting_guest_title()}
				text={m.meeting_guest_text()}
				action={
					<>
						<Link to="/Login" className={buttonClass({ kind: 'primary', size: 'large', block: true })}>
							{m.meeting_sign_in()}
						</Link>
						<Link to="/joinQuickly" className={buttonClass({ kind: 'quiet', block: true })}>
							{m.meeting_join_quickly()}
						</Link>
					</>
				}
			/>
		</Page>
	)
}
