import { useNavigate } from '@tanstack/react-router'
import { formatArticleParam, HelpMenus } from '../../features/help/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { Page } from '../../ui/index.ts'

export const title = () => m.help_title()

/** /MeetingList/Personal/help: the articles of the help by menu (ROUTE-36). */
export function Help() {
	const navigate = useNavigate()
	const back = useBack('/MeetingList/Personal')
	return (
		<Page title={m.help_title()} top={44} back={{ label: m.common_back(), onBack: back }}>
			<HelpMenus
				onArticle={topic =>
					void navigate({ to: '/MeetingList/Personal/helpDetails', search: { value: formatArticleParam(topic) } })
				}
			/>
		</Page>
	)
}

export { Help as Screen }
