import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from './Toast.module.css'
import { type ToastItem, type Toasts, toast } from './toasts.ts'

const icons = { plain: null, ok: <CircleCheck />, error: <CircleAlert /> } as const

/** Put once, near the root. The live region is there before its first text, or nobody would hear that one. */
export function ToastHost({ toasts = toast }: { toasts?: Toasts }) {
	const items = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.current)
	return (
		<div className={styles.host} role="status" aria-live="polite">
			{items.map((item: ToastItem) => (
				<div key={item.id} className={clsx(styles.toast, styles[item.tone])}>
					{icons[item.tone]}
					{item.text}
				</div>
			))}
		</div>
	)
}
