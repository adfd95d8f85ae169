import { Eye } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { TopBar } from '../../../ui/index.ts'
import styles from './LiveHeader.module.css'
import { SignOutButton } from './SignOutButton.tsx'

export interface LiveHeaderProps {
	topic: string | undefined
	/** Number of times the live was opened (LIVE-04). */
	views: number | undefined
	onBack(): void
}

export function LiveHeader({ topic, views, onBack }: LiveHeaderProps) {
	return (
		<TopBar
			className={styles.header}
			title={topic ?? m.live_title()}
			back={{ label: m.common_back(), onBack }}
			actions={
				<>
					{views !== undefined && (
						<span className={styles.views}>
							<Eye aria-hidden className={styles.icon} />
							<span className="sr-only">{m.live_views({ count: views })}</span>
							<span aria-hidden>{views}</span>
						</span>
					)}
					<SignOutButton />
				</>
			}
		/>
	)
}
