import { Link } from '@tanstack/react-router'
import { m, useLanguage } from '../../locales/index.ts'
import { NotFoundIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState } from '../../ui/index.ts'

/** An address that leads nowhere: says so, and the way home. */
export function NotFoundScreen() {
	useLanguage()
	return (
		<main>
			<EmptyState
				full
				picture={<NotFoundIllustration />}
				title={m.missing_title()}
				text={m.missing_text()}
				action={
					<Link to="/" className={buttonClass({ kind: 'primary' })}>
						{m.common_to_start()}
					</Link>
				}
			/>
		</main>
	)
}
