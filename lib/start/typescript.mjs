// `node --import` this: a process that loads TypeScript as the server does. Next's build is one, since it looks at what route files
// export, and they take that from lib as it lies there.
import { register } from 'tsx/esm/api'

register()
