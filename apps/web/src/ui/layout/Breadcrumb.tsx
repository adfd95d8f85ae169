import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import styles from './Breadcrumb.module.css'

export interface BreadcrumbProps {
	label: string
	/** From the top down; the last one is where one is. */
	crumbs: readonly { key: string; text: string }[]
	/** One above is gone back to, by its place in the list. */
	onOpen: (at: number) => void
}

/** The way down to where one is; it moves on to its end, and takes the focus along when one has gone deeper or back. */
export function Breadcrumb({ label, crumbs, onOpen }: BreadcrumbProps) {
	const here = useRef<HTMLElement>(null)
	const last = crumbs.at(-1)?.key
	const before = useRef(last)

	useEffect(() => {
		const list = here.current?.closest('ol')
		if (list) list.scrollLeft = list.scrollWidth
		if (before.current !== last) here.current?.focus({ preventScroll: true })
		before.current = last
	}, [last])

	return (
		<nav aria-label={label} className={styles.nav}>
			<ol className={styles.list}>
				{crumbs.map(({ key, text }, at) =>
					at === crumbs.length - 1 ? (
						<li key={key}>
							<span ref={here} className={styles.here} aria-current="page" tabIndex={-1}>
								{text}
							</span>
						</li>
					) : (
						<li key={key}>
							<button type="button" className={styles.above} onClick={() => onOpen(at)}>
								{text}
							</button>
							<ChevronRight />
						</li>
					),
				)}
			</ol>
		</nav>
	)
}
