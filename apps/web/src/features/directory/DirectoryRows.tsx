import type { ReactNode } from 'react'
import styles from './DirectoryRows.module.css'

/** Rows of people or departments, each in an `li`. */
export const DirectoryRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>
