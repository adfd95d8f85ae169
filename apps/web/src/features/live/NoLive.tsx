import { Link } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import { MeetingNotFoundIllustration } from '../../ui/art/illustrations.tsx'
import { Button, buttonClass, EmptyState, Page } from '../../ui/index.ts'

export interface NoLiveProps {
	title: string
	text?: string | undefined
	onBack(): void
	/** Asks again; missing where the answer would be the same. */
	onRetry?: (() => void) | undefined
}

/** Instead of a screen for viewers where there is nothing to show, with the way to the start page. */
export const NoLive = ({ title, text, onBack, onRetry }: NoLiveProps) => (
	<Page top={20} back={{ label: m.common_back(), onBack }}>
		<EmptyState
			full
			picture={<MeetingNotFoundIllustration />}
			title={title}
			text={text}
			action={
				<>
					{onRetry && (
						<Button kind="primary" onClick={onRetry}>
							{m.live_retry()}
						</Button>
					)}
					<Link to="/" className={buttonClass({ kind: onRetry ? 'secondary' : 'primary' })}>
						{m.common_to_start()}
					</Link>
				</>
			}
		/>
	</Page>
)
