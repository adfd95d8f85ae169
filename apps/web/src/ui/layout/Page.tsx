import { clsx } from 'clsx'
import { type ReactNode, useRef } from 'react'
import styles from './Page.module.css'
import { type Back, TopBar } from './TopBar.tsx'
import { useKeyboard } from './useKeyboard.ts'

export interface PageProps {
	/** The heading: small in the top bar, or with `large` big at the head of the content. */
	title?: string | undefined
	large?: boolean
	/** A line above the large title. */
	over?: ReactNode
	/** At the right of the large title. */
	beside?: ReactNode
	back?: Back | undefined
	actions?: ReactNode
	/** Padding on iPhone X style screens whose shell does not tell the safe area; `0` draws under the status bar. */
	top?: 44 | 24 | 20 | 0
	/** The page's one action: sticks to the lower edge, and above the keyboard. */
	bottom?: ReactNode
	/** `content`: from 768 px on the action follows the content, and sticks to the lower edge only where that is longer. */
	bottomAt?: 'edge' | 'content'
	/** Leaves the gutters to the content. */
	flush?: boolean
	className?: string
	/** The name of a page that stands beside the main one. */
	section?: string | undefined
	children: ReactNode
}

const tops = { 44: styles.top44, 24: styles.top24, 20: undefined, 0: styles.top0 } as const

export function Page({
	title,
	large,
	over,
	beside,
	back,
	actions,
	top = 20,
	bottom,
	bottomAt = 'edge',
	flush,
	className,
	section,
	children,
}: PageProps) {
	const bar = useRef<HTMLDivElement>(null)
	useKeyboard(bar)

	const small = large ? undefined : title
	const barred = Boolean(back || actions || small)
	const Content = section === undefined ? 'main' : 'section'
	return (
		<div
			className={clsx(
				styles.page,
				tops[top],
				!barred && styles.bare,
				bottomAt === 'content' && styles.followed,
				className,
			)}
		>
			{barred && <TopBar title={small} back={back} actions={actions} />}
			<Content
				aria-label={section}
				className={clsx(styles.main, flush && styles.flush, bottom !== undefined && styles.barred)}
			>
				{large && (
					<div className={styles.heading}>
						<div>
							{over && <p className={styles.over}>{over}</p>}
							<h1>{title}</h1>
						</div>
						{beside}
					</div>
				)}
				{children}
			</Content>
			{bottom && (
				<div ref={bar} className={styles.bottom}>
					{bottom}
				</div>
			)}
		</div>
	)
}
