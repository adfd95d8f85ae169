import { type HelpMenu, type HelpTopic, helpTopics } from '@parley/api'
import { useState } from 'react'
import { Card, CollapsibleRow, ListRow } from '../../ui/index.ts'
import { articleTitles, menuTitles } from './articles.ts'
import styles from './HelpMenus.module.css'

const menus = Object.keys(helpTopics) as HelpMenu[]

/** The articles by menu; one menu is open at a time (HELP-01). */
export function HelpMenus({ onArticle }: { onArticle(topic: HelpTopic): void }) {
	const [openMenu, setOpenMenu] = useState<HelpMenu | undefined>('joining')
	return (
		<div className={styles.menus}>
			{menus.map(menu => (
				<Card key={menu}>
					<CollapsibleRow
						label={<span className={styles.menu}>{menuTitles[menu]()}</span>}
						open={openMenu === menu}
						onOpenChange={isOpen => setOpenMenu(isOpen ? menu : undefined)}
					>
						<div className={styles.articles}>
							{helpTopics[menu].map(topic => (
								<ListRow key={topic} label={articleTitles[topic]()} onPress={() => onArticle(topic)} />
							))}
						</div>
					</CollapsibleRow>
				</Card>
			))}
		</div>
	)
}
