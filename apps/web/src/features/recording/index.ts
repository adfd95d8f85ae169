export { Recordings } from './Recordings.tsx'
