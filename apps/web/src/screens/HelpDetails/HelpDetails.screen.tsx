import { Link, useSearch } from '@tanstack/react-router'
import { getMetaContent } from '../../api/index.ts'
import { useTheme } from '../../features/appearance/index.ts'
import { articleTitles, getArticleUrl, parseArticleParam } from '../../features/help/index.ts'
import { language, m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { NotFoundIllustration } from '../../ui/art/illustrations.tsx'
import { buttonClass, EmptyState, FramedPage, Page } from '../../ui/index.ts'

export const title = () => m.help_title()

/** /MeetingList/Personal/helpDetails: one article in a frame (ROUTE-37, HELP-02). */
export function HelpDetails() {
	const { value } = useSearch({ strict: false }) as { value?: string }
	const back = { label: m.common_back(), onBack: useBack('/MeetingList/Personal/help') }
	const theme = useTheme()
	const topic = parseArticleParam(value)
	if (topic === undefined) {
		return (
			<Page title={m.help_title()} top={44} back={back}>
				<EmptyState
					picture={<NotFoundIllustration />}
					title={m.help_missing_title()}
					text={m.help_missing_text()}
					action={
						<Link to="/MeetingList/Personal/help" replace className={buttonClass({ kind: 'primary' })}>
							{m.help_to_centre()}
						</Link>
					}
				/>
			</Page>
		)
	}
	return (
		<FramedPage
			title={articleTitles[topic]()}
			back={back}
			src={getArticleUrl(getMetaContent('base-url') ?? '', topic)}
			language={language()}
			theme={theme}
			loadingLabel={m.help_loading()}
		/>
	)
}

export { HelpDetails as Screen }
