import { m } from '../../../locales/index.ts'

/** `1 day`, `30 days`: how long a recording is kept. */
export const daysLabel = (count: number): string => (count === 1 ? m.desk_days_one() : m.desk_days_count({ count }))
