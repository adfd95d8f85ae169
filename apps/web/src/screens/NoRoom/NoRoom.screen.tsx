import { useNavigate } from '@tanstack/react-router'
import { useBrowserLanguage } from '../../features/live/index.ts'
import { m } from '../../locales/index.ts'
import { MeetingEndedIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState, Page } from '../../ui/index.ts'

export const title = () => m.live_over_title()

/** /noRoom: a live that is over, or is not there any more (LIVE-14, LIVE-17). */
export function NoRoom() {
	const navigate = useNavigate()
	useBrowserLanguage()
	return (
		<Page top={20}>
			<EmptyState
				full
				picture={<MeetingEndedIllustration />}
				title={m.live_over_title()}
				text={m.live_gone_text()}
				action={
					<Button kind="primary" onClick={() => void navigate({ to: '/' })}>
						{m.common_to_start()}
					</Button>
				}
			/>
		</Page>
	)
}

export { NoRoom as Screen }
